import pg from 'pg';

/** A database and an earlier copy of it. The copy can replace the database, as in a restore or a failover. */
export class JumpingDatabase {
  private readonly admin: pg.Client;
  private readonly present: string;
  private readonly earlier: string;

  private constructor(url: string) {
    this.present = new URL(url).pathname.slice(1);
    this.earlier = `${this.present}_earlier`;
    this.admin = new pg.Client(url.replace(`/${this.present}?`, '/postgres?'));
  }

  /** Ends all connections to the database and copies the database. Nobody may connect to it during the copy. */
  static async of(url: string): Promise<JumpingDatabase> {
    const database = new JumpingDatabase(url);
    await database.admin.connect();
    await database.copy();
    return database;
  }

  private async copy(): Promise<void> {
    const { admin, present, earlier } = this;
    await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
      present,
    ]);
    await admin.query(`create database ${earlier} template ${present} strategy file_copy`);
  }

  /** Ends all connections to the present database, and then replaces this database with the earlier database. */
  async jumpBack(): Promise<void> {
    const { admin, present, earlier } = this;
    await admin.query(`alter database ${present} with allow_connections false`);
    await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
      present,
    ]);
    await admin.query(`alter database ${present} rename to ${present}_lost`);
    await admin.query(`alter database ${earlier} rename to ${present}`);
    await admin.query(`alter database ${present}_lost rename to ${earlier}`);
  }

  async end(): Promise<void> {
    await this.admin.query(`drop database ${this.earlier} with (force)`);
    await this.admin.end();
  }
}
