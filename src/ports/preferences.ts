/** `TRANSACTIONAL` messages ignore opt-outs, and `MARKETING` ones are also covered by an opt-out from all marketing. */
export const CATEGORY_KINDS = ['MARKETING', 'SERVICE', 'TRANSACTIONAL'] as const;
export type CategoryKind = (typeof CATEGORY_KINDS)[number];

export const CHOICES = ['ON', 'OFF'] as const;
export type Choice = (typeof CHOICES)[number];

/** Whose choice it is: all devices of a user, or one device. */
export type SubjectKind = 'user' | 'device';

/** Where a choice was made: in the app, on the hosted page, or by the account's server. */
export const CHOICE_SOURCES = ['DEVICE', 'PAGE', 'API'] as const;
export type ChoiceSource = (typeof CHOICE_SOURCES)[number];

/** The `category_id` of a choice about everything of kind `MARKETING`, with or without a category. */
export const ALL_MARKETING = 0;

/** A run's copy of a push's category, so that later changes do not affect the run. */
export interface RunCategory {
  readonly id: number;
  readonly key: string;
  readonly kind: CategoryKind;
  readonly default: Choice;
}

/** The choices about one category that apply to a device; absent: none was made. */
export interface MadeChoices {
  /** The choice of its user. Also absent if the device has no user. */
  readonly user?: Choice | undefined;
  readonly device?: Choice | undefined;
}

/**
 * The strictest choice wins: OFF on the device stays when somebody signs in there. ON of the device does not speak for
 * a user, who may be another person.
 */
export const settleChoice = ({ user, device }: MadeChoices, hasUser: boolean): Choice | undefined => {
  if (user === 'OFF' || device === 'OFF') return 'OFF';
  return hasUser ? user : device;
};
