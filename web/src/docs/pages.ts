import type { KeyedGroup, KeyedItem } from './keyed-list.ts';

/** What the build makes of docs/pages: web/build/pages.ts. */

export interface Changelog {
  title: string;
  intro: string;
  releases: { version: string; id: string; label: string | null; day: string | null; html: string }[];
}

export interface Glossary {
  title: string;
  terms: { id: string; words: Record<'en' | 'ar' | 'ckb', string>; html: string }[];
}

/** How a scenario is provoked, and what it leads to. docs/pages/test-scenarios.json has them. */
export interface Scenario {
  key: string;
  /** The operation of the console. Without one, the text says what to do. */
  operation?: string;
  values?: Record<string, string>;
  /** Days from today, of arrival and departure. */
  days?: [number, number];
  error?: string;
  /** The reason of RESTRICTION_VIOLATED. */
  reason?: string;
}

export interface ScenarioGroup {
  id: string;
  scenarios: Scenario[];
}

export interface TestScenarios {
  title: string;
  intro: string;
  groups: (Omit<KeyedGroup, 'items'> & { items: (KeyedItem & { scenario: Scenario })[] })[];
}
