declare module "vitest" {
  interface ProvidedContext {
    /** The database that the tests of a project use. */
    database: "SQLite" | "PostgreSQL";
    /** Port at which a test asks for the address of the PostgreSQL server of this run. */
    postgresDoor: number;
  }
}

/** The address of the server, or why there is none. */
export type PostgresAnswer = { readonly url: string } | { readonly absence: string };
