// Prisma's schema engine as WebAssembly, so that writing migrations does not need its native binary. For developers only: the product itself
// applies migrations with `pg` alone (migrate.mjs).
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import { root } from "./paths.mjs";

const oidOfChar = 18; // PostgreSQL's one-byte "char": used by system tables, unknown to the adapter
const oidOfBpchar = 1042;

export const schemaFile = join(root, "prisma/schema.prisma");

// The glue code supports a single instance, so it is created once per process.
/** @type {typeof import("@prisma/schema-engine-wasm/schema_engine_bg").SchemaEngine | null} */
let engineClass = null;

async function loadEngine() {
  if (engineClass !== null) return engineClass;
  const glueFile = fileURLToPath(import.meta.resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
  const glue = await import("@prisma/schema-engine-wasm/schema_engine_bg");
  let panic = "";
  const registry = {
    get: () => panic,
    set_message(/** @type {string} */ message) {
      panic = message;
    },
  };
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: registry });
  const bytes = readFileSync(join(dirname(glueFile), "schema_engine_bg.wasm"));
  const { instance } = await WebAssembly.instantiate(bytes, { "./schema_engine_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  /** @type {() => void} */ (instance.exports.__wbindgen_start)();
  engineClass = glue.SchemaEngine;
  return engineClass;
}

/**
 * The parts of Prisma's adapter that are changed here; some are not in its types.
 * @typedef {object} Adapter
 * @property {(query: object) => Promise<{ fields: { dataTypeID: number }[] }>} performIO
 * @property {(query: object) => Promise<{ columnTypes: number[] }>} queryRaw
 * @property {(script: string) => Promise<void>} executeScript
 * @property {() => { query(script: string): Promise<unknown> }} underlyingDriver
 */

// Passes columns of type "char" on as characters (as text, they make the engine panic).
function understandChar(/** @type {Adapter} */ adapter) {
  const performIO = adapter.performIO.bind(adapter);
  const queryRaw = adapter.queryRaw.bind(adapter);
  const charColumns = new WeakMap();
  adapter.performIO = async (/** @type {object} */ query) => {
    const result = await performIO(query);
    const columns = result.fields.flatMap((field, index) => (field.dataTypeID === oidOfChar ? [{ field, index }] : []));
    for (const { field } of columns) field.dataTypeID = oidOfBpchar;
    charColumns.set(
      query,
      columns.map(({ index }) => index),
    );
    return result;
  };
  adapter.queryRaw = async (/** @type {object} */ query) => {
    const result = await queryRaw(query);
    for (const index of charColumns.get(query) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
}

// The adapter splits a script at every semicolon, also inside strings and function bodies; the server reads it as a whole.
function runScriptsWhole(/** @type {Adapter} */ adapter) {
  adapter.executeScript = async (script) => {
    await adapter.underlyingDriver().query(script);
  };
}

function adapterFactory(/** @type {string} */ url) {
  const factory = new PrismaPg({ connectionString: url });
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const open = /** @type {Adapter} */ (/** @type {unknown} */ (adapter));
    understandChar(open);
    runScriptsWhole(open);
    return adapter;
  };
  // With a URL as configuration it would open the main database instead of a scratch one.
  factory.connectToShadowDb = () => Promise.reject(new Error("The schema engine must not create databases."));
  return bindMigrationAwareSqlAdapterFactory(factory);
}

const files = () => [{ path: schemaFile, content: readFileSync(schemaFile, "utf8") }];

/** The engine on the database at `url`. */
export async function engineFor(/** @type {string} */ url) {
  const SchemaEngine = await loadEngine();
  /** @type {[string, string][]} */
  const datamodels = files().map((file) => [file.path, file.content]);
  return SchemaEngine.new({ datamodels }, () => undefined, adapterFactory(url));
}

/**
 * The SQL that turns the database at `url` into what prisma/schema.prisma describes; "" when it already is that.
 */
export async function diffToSchema(/** @type {string} */ url) {
  const engine = await engineFor(url);
  const { stdout } = await engine.diff({
    from: { tag: "schemaDatasource", files: files(), configDir: dirname(schemaFile) },
    to: { tag: "schemaDatamodel", files: files() },
    script: true,
    exitCode: null,
    filters: { externalTables: ["public._prisma_migrations"], externalEnums: [] },
  });
  const sql = (stdout ?? "").trim();
  return sql.replaceAll(/^--.*$/gm, "").trim() === "" ? "" : `${sql}\n`;
}
