/** Some events since the client's position were deleted: the client must read the current state instead. */
export class ResyncRequired extends Error {
  constructor() {
    super('The events since `after` are no longer kept; read the current state, then subscribe without `after`.');
    this.name = 'ResyncRequired';
  }
}
