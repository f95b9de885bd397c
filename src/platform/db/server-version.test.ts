import { describe, expect, it } from 'vitest';
import { StartRefused } from '../../kernel/start-refused.ts';
import { refuseOldServer } from './server-version.ts';

describe('the version of PostgreSQL', () => {
  it('is accepted from 15 on', () => {
    for (const version of [150_000, 150_019, 180_004, 190_000]) refuseOldServer(version);
  });

  it('is refused before 15, with a line that names both versions', () => {
    for (const [version, named] of [
      [149_999, 14],
      [140_000, 14],
      [90_624, 9],
    ] as const) {
      expect(() => refuseOldServer(version)).toThrow(StartRefused);
      expect(() => refuseOldServer(version)).toThrow(
        `PostgreSQL 15 or later is required; the database has version ${named}`,
      );
    }
  });
});
