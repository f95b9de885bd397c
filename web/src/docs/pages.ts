import type { KeyedGroup, KeyedItem } from './keyed-list.ts';

/** The data that web/build/pages.ts makes from docs/pages. */

export interface Changelog {
  title: string;
  intro: string;
  releases: { version: string; id: string; label: string | null; day: string | null; html: string }[];
}

export interface Glossary {
  title: string;
  terms: { id: string; words: Record<'en' | 'ar' | 'ckb', string>; html: string }[];
}

/** A test scenario of docs/pages/test-scenarios.json: how to cause it, and what its result is. */
export interface Scenario {
  key: string;
  /**
   * The operation that the link of the scenario opens in the console. Without an operation, the scenario has no link,
   * and its text describes what to do.
   */
  operation?: string;
  values?: Record<string, string>;
  /** Arrival and departure, in days from today. */
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
