import { Field, InputType } from 'type-graphql';

@InputType({
  description:
    'Credentials of PROVIDER_A, Firebase Cloud Messaging: the JSON file of a service account, key for key, each a string; a part may be empty.',
})
export class ServiceAccountInput {
  @Field(() => String, { description: '`type` of the file.' })
  type!: string;

  @Field(() => String, { description: '`project_id` of the file.' })
  projectId!: string;

  @Field(() => String, { description: '`private_key_id` of the file.' })
  privateKeyId!: string;

  @Field(() => String, { description: '`private_key` of the file: a private key in PEM form.' })
  privateKey!: string;

  @Field(() => String, { description: '`client_email` of the file.' })
  clientEmail!: string;

  @Field(() => String, { description: '`client_id` of the file.' })
  clientId!: string;

  @Field(() => String, { description: '`auth_uri` of the file.' })
  authUri!: string;

  @Field(() => String, { description: '`token_uri` of the file.' })
  tokenUri!: string;

  @Field(() => String, { description: '`auth_provider_x509_cert_url` of the file.' })
  authProviderX509CertUrl!: string;

  @Field(() => String, { description: '`client_x509_cert_url` of the file.' })
  clientX509CertUrl!: string;

  @Field(() => String, { description: '`universe_domain` of the file.' })
  universeDomain!: string;
}
