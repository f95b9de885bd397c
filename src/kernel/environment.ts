/** What a process serves: demo hotels for trying, or real ones. */
export type Environment = 'sandbox' | 'production';
