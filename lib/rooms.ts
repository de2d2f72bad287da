/**
 * What may depend on what, as data; rooms.test.ts enforces it. Pure <- server <- workflows <- doors.
 * Add or widen a room here first, and say why in the commit: every line is an architectural decision.
 */

/** Where a room's code runs. A pure room runs anywhere: no clock, randomness, network, files or environment. */
export type Place = "pure" | "server" | "browser" | "either" | "tests" | "tools";

/** One room: a folder or a few files with a shared purpose. */
export interface Room {
  /** Folder or single files from the top of the checkout. The longest match decides where a file belongs. */
  paths: readonly string[];
  runs: Place;
  /** Rooms it may import from, besides itself. */
  uses: readonly RoomName[];
  /** Packages it may import (a name includes its subpaths); "node:*" for all of Node's own modules. */
  packages: readonly string[];
  /** Its files may not import each other: one verb per file, shared steps sink into a pure room or db. */
  oneVerbPerFile?: true;
}

export type RoomName =
  | "domain"
  | "stats"
  | "datasets"
  | "protocols"
  | "metrics"
  | "review"
  | "report"
  | "study"
  | "improve"
  | "reproduce"
  | "paper"
  | "settings"
  | "telemetry"
  | "objects"
  | "db"
  | "llm"
  | "auth"
  | "workflows"
  | "jobs"
  | "http"
  | "apart"
  | "cli"
  | "client"
  | "app"
  | "components"
  | "seed"
  | "columns"
  | "generated"
  | "testing"
  | "journeys"
  | "bench"
  | "bin"
  | "map";

const pureRooms = ["domain", "stats", "datasets", "protocols", "metrics", "review", "report", "study", "improve"] as const;

export const rooms: Readonly<Record<RoomName, Room>> = {
  // The nouns, and who may do what.
  domain: { paths: ["lib/domain"], runs: "pure", uses: [], packages: ["zod"] },
  stats: { paths: ["lib/stats"], runs: "pure", uses: [], packages: [] },
  // From Node only pure computation: hash functions, UTF-8 validation and gzip as a stream. Zip and Parquet are read by libraries.
  datasets: {
    paths: ["lib/datasets"],
    runs: "pure",
    uses: ["domain", "protocols"],
    packages: [
      "node:buffer",
      "node:crypto",
      "node:stream",
      "node:zlib",
      "fflate",
      "hyparquet",
      "hyparquet-compressors",
      "hyparquet-writer",
      "zod",
    ],
  },
  protocols: { paths: ["lib/protocols"], runs: "pure", uses: ["domain"], packages: ["zod"] },
  // Judges without a model: text and reference in, number out.
  metrics: { paths: ["lib/metrics"], runs: "pure", uses: ["domain"], packages: [] },
  review: { paths: ["lib/review"], runs: "pure", uses: ["domain"], packages: ["diff"] },
  report: { paths: ["lib/report"], runs: "pure", uses: ["domain", "stats"], packages: [] },

  // Published studies: their own files -> the printed figures beside ours. metrics: some studies print a metric's figures.
  reproduce: {
    paths: ["lib/reproduce"],
    runs: "pure",
    uses: ["domain", "stats", "datasets", "report", "metrics"],
    packages: ["zod"],
  },

  // Who rates what: a plan, the samples and a seed -> the allocation and what it costs.
  study: { paths: ["lib/study"], runs: "pure", uses: ["domain", "stats"], packages: [] },

  // Judges that learn from people's scores. datasets: one rule for which split an input is in. protocols: material between tags.
  improve: { paths: ["lib/improve"], runs: "pure", uses: ["domain", "stats", "datasets", "protocols"], packages: [] },

  // The report's figures as they go into a paper: tables, captions, methods. datasets: its CSV writer, the only one.
  paper: { paths: ["lib/paper"], runs: "pure", uses: ["domain", "datasets"], packages: [] },

  settings: {
    paths: ["lib/env.ts", "lib/env.test.ts", "lib/log.ts", "lib/log.test.ts", "lib/safe-error.ts", "lib/safe-error.test.ts"],
    runs: "server",
    uses: [],
    packages: ["zod", "pino"],
  },
  // Counters and traces of one process. Rooms that do the measured work may use them; what is read from the database is not measured here.
  telemetry: {
    paths: ["lib/telemetry"],
    runs: "server",
    uses: ["settings"],
    packages: [
      "prom-client",
      "@opentelemetry/api",
      "@opentelemetry/core",
      "@opentelemetry/exporter-trace-otlp-http",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace-base",
      "node:*",
    ],
  },
  // Files beside the database.
  objects: { paths: ["lib/objects"], runs: "server", uses: ["settings"], packages: ["s3mini", "node:*"] },
  db: {
    paths: ["lib/db"],
    runs: "server",
    // datasets: an import is written while its file is still being read.
    uses: ["domain", "datasets", "review", "settings", "telemetry", "objects", "columns", "generated"],
    packages: ["@prisma/adapter-pg", "kysely", "pg", "pg-copy-streams", "node:*"],
  },
  llm: {
    paths: ["lib/llm"],
    runs: "server",
    uses: ["domain", "protocols", "settings", "telemetry"],
    packages: ["openai", "undici", "zod", "node:*"],
  },
  auth: {
    paths: ["lib/auth"],
    runs: "server",
    uses: ["domain", "db", "settings"],
    // @better-auth/utils: which half minute a code is of. better-call: how better-auth reads cookies.
    packages: ["better-auth", "@better-auth/passkey", "@better-auth/utils", "better-call", "zod", "node:*"],
  },
  workflows: {
    paths: ["lib/workflows"],
    runs: "server",
    uses: [...pureRooms, "db", "llm", "auth", "settings", "telemetry"],
    packages: ["zod", "node:*"],
    oneVerbPerFile: true,
  },

  // Doors: translate a request and call a workflow.
  jobs: {
    paths: ["lib/jobs"],
    runs: "server",
    uses: ["domain", "db", "workflows", "settings", "telemetry"],
    packages: ["graphile-worker", "pg", "zod", "node:*"],
  },
  http: {
    paths: ["lib/http"],
    runs: "server",
    uses: ["domain", "auth", "db", "settings", "telemetry"],
    packages: ["zod", "node:*"],
  },
  // Long computations run in processes of their own, which the web process starts and the command line runs.
  apart: { paths: ["lib/apart"], runs: "server", uses: ["domain", "db", "workflows", "settings"], packages: ["node:*"] },
  cli: {
    paths: ["lib/cli"],
    runs: "server",
    // settings: what a command that keeps running writes to a log quotes nothing.
    uses: ["domain", "stats", "datasets", "report", "reproduce", "db", "workflows", "jobs", "apart", "seed", "settings"],
    packages: ["age-encryption", "commander", "csv-parse", "node:*"],
  },
  app: {
    paths: ["app", "pages", "proxy.ts", "instrumentation.ts", "instrumentation-node.ts"],
    runs: "either",
    uses: ["domain", "datasets", "auth", "http", "workflows", "apart", "settings", "telemetry", "components"],
    packages: ["react", "next", "next-themes", "@fontsource-variable/inter"],
  },

  // datasets: a folder is packed in the browser as it is unpacked on the server.
  client: {
    paths: ["lib/client"],
    runs: "browser",
    uses: ["domain", "review", "datasets"],
    packages: ["@simplewebauthn/browser", "@tanstack/react-query", "zod"],
  },
  components: {
    paths: ["components"],
    runs: "browser",
    uses: ["domain", "review", "paper", "client"],
    packages: [
      "react",
      // flushSync: a page must be ready to print when the browser's listener returns.
      "react-dom",
      "next",
      "next-themes",
      "lucide-react",
      "nuqs",
      "qr",
      "sonner",
      "@hookform/resolvers",
      "@tanstack/react-query",
      "class-variance-authority",
      "clsx",
      "cmdk",
      "radix-ui",
      "react-hook-form",
      "react-markdown",
      "rehype-highlight",
      "rehype-katex",
      "remark-breaks",
      "remark-gfm",
      "remark-math",
      "zod",
    ],
  },

  // db, kysely: a study of any size is made inside the database, by statements that nothing else needs.
  seed: { paths: ["prisma/seed"], runs: "tools", uses: ["domain", "db"], packages: ["kysely"] },
  // What text and JSON columns hold, for the table types that are generated from the schema.
  columns: { paths: ["prisma/column-types.ts"], runs: "tools", uses: ["domain"], packages: ["kysely"] },
  generated: { paths: ["generated"], runs: "tools", uses: ["columns"], packages: ["@prisma/client", "kysely", "node:*"] },
  map: { paths: ["lib/rooms.ts"], runs: "tools", uses: [], packages: [] },
  bin: {
    paths: ["bin", "prisma.config.ts"],
    runs: "tools",
    uses: [],
    packages: ["esbuild", "pg", "prisma", "@prisma/adapter-pg", "@prisma/driver-adapter-utils", "@prisma/schema-engine-wasm", "node:*"],
  },
  bench: {
    paths: ["bench"],
    runs: "tools",
    // study: whether its planner promises what made-up studies find. report, improve: whether they recover a known effect.
    uses: ["domain", "stats", "study", "report", "improve", "db", "workflows", "auth", "cli", "seed", "bin", "testing", "journeys"],
    // csv-parse, fflate, hyparquet-writer: the files that imports are timed with.
    packages: ["csv-parse", "fflate", "hyparquet-writer", "krippendorff", "pg-copy-streams", "node:*"],
  },
  testing: {
    paths: ["lib/testing"],
    runs: "tests",
    // settings: tests read what is logged.
    uses: ["domain", "stats", "datasets", "protocols", "db", "auth", "workflows", "bin", "settings"],
    // pg: how the server would read its tables. zod: which texts a body has. csv-parse: which rows a panel exports.
    packages: [
      ...["vitest", "fast-check", "@testing-library/react", "clsx", "csv-parse", "oidc-provider", "pg", "pino", "tailwind-merge", "zod"],
      "node:*",
    ],
  },
  journeys: {
    paths: ["e2e", "playwright.config.ts"],
    runs: "tests",
    uses: ["bin", "domain"],
    // pg: takes a database's connections away. sharp: makes new pictures small.
    packages: ["@playwright/test", "axe-core", "pg", "sharp", "node:*"],
  },
};

/**
 * The folders of components that pages share, and which of them each may use. Every other folder is that of one page or a few: it may use all of these
 * and no other, so a page that shows panels of two folders is composed in app.
 */
export const sharedComponents: Readonly<Record<string, readonly string[]>> = {
  ui: [],
  // Figures and their formatting.
  charts: ["ui"],
  // What judges, runs, criteria, scores and lines of a draft are called.
  words: ["ui", "charts"],
  // A sample's texts, with what is quoted from them.
  texts: ["ui"],
  // Giving a score.
  scores: ["ui", "words"],
  // Threads of comments.
  discussion: ["ui"],
  // The frame around every page.
  shell: ["ui"],
};

/** What a test may import besides what its room may. */
export const inTests = {
  // journeys: the stand-in model server lives there, and a model is faked at the wire only. review: what a study's actions come to.
  uses: ["testing", "journeys", "review"] as readonly RoomName[],
  packages: [
    "vitest",
    "fast-check",
    "@testing-library/react",
    "@testing-library/user-event",
    "krippendorff",
    "csv-parse",
    "pg",
    // Finds the regular expressions of the code.
    "rolldown",
    // Reads manifests.
    "yaml",
    // The HTTP interface's description is linted, and a client is generated from it.
    "@redocly/openapi-core",
    "oazapfts",
    "node:*",
  ] as readonly string[],
};

/** A test on a real database (`*.db.test.ts`) may also set its scene through the store, the verbs and the doors. */
export const inDatabaseTests: readonly RoomName[] = ["stats", "protocols", "db", "llm", "workflows", "http", "app", "seed", "bin"];
