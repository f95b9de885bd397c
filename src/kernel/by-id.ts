/** Entities that are found by their id. The collections of the memory are such. */
export interface ById<Entity extends { id: string }> {
  find(id: Entity['id']): Entity | null;
}
