import type { Check } from './checks.ts';
import type { MetricsAsJson } from './registry.ts';

/** How long to wait for the reports of the workers. The result leaves out workers that respond later. */
export const RESPONSE_MILLISECONDS = 1_000;

export type ReportQuestion = { kind: 'report'; id: number; what: 'metrics' | 'checks' };
export type WorkerReport = { kind: 'reported'; id: number; report: MetricsAsJson | Check[] };

/** A worker that can receive a question. */
export interface Asked {
  worker: number;
  send: (question: ReportQuestion) => void;
}

interface Question {
  reports: Map<number, WorkerReport['report']>;
  waitingFor: Set<number>;
  done: () => void;
}

/** Requests metrics or checks from worker processes. Several requests may be open at the same time. */
export class WorkerReports {
  private readonly questions = new Map<number, Question>();
  private nextId = 1;

  /**
   * Sends the request to the workers, and returns their reports by worker. Resolves when each worker has reported or
   * ended, and at the latest after RESPONSE_MILLISECONDS.
   */
  async ask<Report extends WorkerReport['report']>(
    what: ReportQuestion['what'],
    workers: Asked[],
  ): Promise<Map<number, Report>> {
    const id = this.nextId++;
    const question: Question = {
      reports: new Map(),
      waitingFor: new Set(workers.map(({ worker }) => worker)),
      done: () => {},
    };
    const reported = new Promise<void>((resolve) => {
      question.done = resolve;
    });
    this.questions.set(id, question);
    // If this process was paused, the timer would run before the process reads the reports that arrived during the
    // pause. Because of `setImmediate`, the process reads these reports first.
    const timer = setTimeout(() => setImmediate(question.done), RESPONSE_MILLISECONDS);
    for (const { send } of workers) send({ kind: 'report', id, what });
    this.finishIfComplete(question);
    await reported;
    clearTimeout(timer);
    this.questions.delete(id);
    return question.reports as Map<number, Report>;
  }

  /** Stores the report of a worker. A report that arrives too late is ignored. */
  receive(worker: number, { id, report }: WorkerReport): void {
    const question = this.questions.get(id);
    if (question === undefined || !question.waitingFor.delete(worker)) return;
    question.reports.set(worker, report);
    this.finishIfComplete(question);
  }

  /** Called when the worker has ended. */
  lose(worker: number): void {
    for (const question of this.questions.values()) {
      question.waitingFor.delete(worker);
      this.finishIfComplete(question);
    }
  }

  private finishIfComplete({ waitingFor, done }: Question): void {
    if (waitingFor.size === 0) done();
  }
}
