/** Entities that are found by their id, such as the collections of the snapshot. */
export interface ById<Entity extends { id: string }> {
  find(id: Entity['id']): Entity | null;
}
