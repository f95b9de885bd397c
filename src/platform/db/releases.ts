// Determines which releases can run on a schema.

/** The newest migration that each release contains, oldest release first. Add a line for each new release. */
const NEWEST_MIGRATION: Readonly<Record<string, number>> = {
  '1.0.0': 3,
  '1.1.0': 12,
  '1.2.0': 15,
  '1.3.0': 17,
  '1.4.0': 19,
  '1.5.0': 20,
  '1.6.0': 21,
};

/** Returns the oldest release that contains a migration, or null if no release contains the migration yet. */
export function oldestReleaseWith(migration: number): string | null {
  return Object.keys(NEWEST_MIGRATION).find((release) => NEWEST_MIGRATION[release]! >= migration) ?? null;
}

/**
 * Returns true if a release contains a migration. A release that is not in the list is newer than all releases in the
 * list.
 */
export function knowsMigration(release: string, migration: number): boolean {
  return (NEWEST_MIGRATION[release] ?? Number.POSITIVE_INFINITY) >= migration;
}
