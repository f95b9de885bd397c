export function pruneModules(modules: string): void;
