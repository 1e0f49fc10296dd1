/** Another worker has what this one held: to be expected after a freeze, and nothing is wrong. */
export class LeaseLost extends Error {
  constructor(what: string) {
    super(`the lease of ${what} was lost; another worker has them`);
    this.name = 'LeaseLost';
  }
}
