/** Some events since the client's position were deleted: the client must read the current state instead. */
export class ResyncRequired extends Error {
  constructor() {
    super('What happened since `after` is no longer kept; read the present state, then subscribe without `after`.');
    this.name = 'ResyncRequired';
  }
}
