/**
 * Stores entities by id and in groups. Each group has an owner. For example, the room types of a hotel are a group, and
 * the keys of a client are a group. `onChange` is called for each entity that is added, changed or removed.
 */
export class Collection<Entity extends { id: string }> {
  private readonly byId = new Map<string, Entity>();
  private readonly groups = new Map<string, Map<string, Entity>>();
  private readonly groupOf: (entity: Entity) => string;
  private readonly onChange: (entity: Entity) => void;

  constructor(groupOf: (entity: Entity) => string, onChange: (entity: Entity) => void = () => {}) {
    this.groupOf = groupOf;
    this.onChange = onChange;
  }

  put(entity: Entity): void {
    this.remove(entity.id);
    this.byId.set(entity.id, entity);
    const group = this.groupOf(entity);
    let members = this.groups.get(group);
    if (members === undefined) {
      members = new Map();
      this.groups.set(group, members);
    }
    members.set(entity.id, entity);
    this.onChange(entity);
  }

  remove(id: string): void {
    const entity = this.byId.get(id);
    if (entity === undefined) return;
    this.byId.delete(id);
    const group = this.groupOf(entity);
    const members = this.groups.get(group);
    members?.delete(id);
    if (members?.size === 0) this.groups.delete(group);
    this.onChange(entity);
  }

  find(id: Entity['id']): Entity | null {
    return this.byId.get(id) ?? null;
  }

  in(group: string): Iterable<Entity> {
    return this.groups.get(group)?.values() ?? [];
  }

  all(): Iterable<Entity> {
    return this.byId.values();
  }

  get size(): number {
    return this.byId.size;
  }
}
