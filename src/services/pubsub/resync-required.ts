/** Some of what happened since then is no longer there to be told: the client reads the present state instead. */
export class ResyncRequired extends Error {
  constructor() {
    super('What happened since `after` is no longer kept; read the present state, then subscribe without `after`.');
    this.name = 'ResyncRequired';
  }
}
