export interface TranslationInput {
  readonly language: string;
  readonly title: string;
  readonly text: string;
  readonly image: string | null;
  readonly icon: string | null;
  readonly link: string | null;
}

export interface PushInput {
  readonly defaultLang: string;
  readonly translations: readonly TranslationInput[];
}
