import { Field, InputType } from 'type-graphql';
import type { Scope } from '../../entities/api-key.js';
import { ScopeEnum } from '../enums/scope-enum.js';
import { DateTimeScalar } from '../scalars/date-time-scalar.js';

@InputType({ description: 'A new API key.' })
export class ApiKeyCreateInput {
  @Field(() => String, { nullable: true, description: 'What it is for: 1 to 255 printable characters.' })
  name?: string | null;

  @Field(() => [ScopeEnum], { description: 'What it may do: nothing that your own key may not.' })
  scopes!: Scope[];

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'It is good until then, and no longer than your own key; left out: as long as that.',
  })
  expiresAt?: Date | null;
}
