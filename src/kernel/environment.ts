/** Whether a process serves demo hotels for tests, or real hotels. */
export type Environment = 'sandbox' | 'production';
