/** A collection that finds an entity by its id. The collections of the snapshot have this type. */
export interface ById<Entity extends { id: string }> {
  find(id: Entity['id']): Entity | null;
}
