/**
 * In the environment `sandbox`, a process serves demo hotels for tests. In the environment `production`, a process
 * serves real hotels.
 */
export type Environment = 'sandbox' | 'production';
