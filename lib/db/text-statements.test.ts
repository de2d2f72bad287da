import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";

/**
 * Files that may send statements as text, for connections, bulk copying, backups and bundles of whole rows, migrations and session settings; and `prepared`, which sends what
 * Kysely compiled.
 */
const mayUseText = [
  "alone.ts",
  "backup.ts",
  "bulk-rows.ts",
  "bundle.ts",
  "claim-holder.ts",
  "client.ts",
  "import/import-records.ts",
  "import/staging.ts",
  "migrations.ts",
  "named-client.ts",
  "new-pool.ts",
  "older-bundles.ts",
  "prepared.ts",
  "silence.ts",
  "table-rows.ts",
];

/** Words of statements that are not columns of the schema though they look like it. */
const notOurColumns: readonly { files: RegExp; words: RegExp; why: string }[] = [
  { files: /./, words: /^(?:v|of|kinds|given|b|o|unit)\.\w+$/, why: "rows that the statement itself makes" },
  { files: /^(?:deletions|prepared-exports|webhook-deliveries)\.ts$/, words: /^j\.\w+$/, why: "the queue's own table" },
  { files: /^clock-set-back\.ts$/, words: /^(?:created|updated)_at$/, why: "the queue's own table" },
  { files: /^(?:migrations|table-rows)\.ts$/, words: /^(?:started|finished)_at$/, why: "Prisma's table of migrations" },
  { files: /^bundle\.ts$/, words: /^user_id$/, why: "finds the columns that hold accounts in the catalogue" },
  { files: /^(?:bundle|table-rows)\.ts$/, words: /^(?:t|other)\.id$/, why: "the key of any table" },
  { files: /^(?:bundle|table-rows)\.ts$/, words: /^information_schema\.columns$/, why: "the catalogue" },
  { files: /^samples\.ts$/, words: /^(?:sampleId|criterionId)$/, why: "names of a JSON value" },
  { files: /^save-unit\.ts$/, words: /^(?:parent_id|item_id|item_kind|reason_code|undoes_id)$/, why: "names of a JSON row" },
];

const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" });
const sources = files.filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
const read = (file: string) => readFileSync(join(import.meta.dirname, file), "utf8");

interface Node {
  type: string;
  [field: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

function nodesIn(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(nodesIn);
  return isNode(value) ? [value, ...Object.values(value).flatMap(nodesIn)] : [];
}

const textOf = (node: Node): string[] => {
  if (node.type === "Literal" && typeof node.value === "string") return [node.value];
  return node.type === "TemplateElement" ? [(node.value as { cooked: string }).cooked] : [];
};
const isSql = (node: unknown): boolean => isNode(node) && (node.name === "sql" || (node.type === "MemberExpression" && isSql(node.object)));

/** What goes into a statement as it is written: templates of `sql`, and the arguments of `query`, `sql.raw` and `sql.ref`. */
function statementTexts(code: string): string[] {
  return nodesIn(parseAst(code, { lang: "ts" }).body).flatMap((node) => {
    if (node.type === "TaggedTemplateExpression" && isSql(node.tag)) return nodesIn((node.quasi as Node).quasis).flatMap(textOf);
    const { callee } = node;
    if (node.type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression") return [];
    const name = String((callee.property as Node).name);
    const isText = name === "query" || (["raw", "ref", "table", "id"].includes(name) && isSql(callee.object));
    // A name that is checked against the schema may be given as text.
    const given = (node.arguments as Node[]).filter(({ type }) => type !== "TSSatisfiesExpression");
    return isText ? nodesIn(given).flatMap(textOf) : [];
  });
}

const schema = readFileSync(join(import.meta.dirname, "../../prisma/schema.prisma"), "utf8");
const stored = new Set([...schema.matchAll(/@map\("(\w+)"\)/g)].map(([, name]) => name));
const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const mapped = new Set([...stored].filter((name) => name?.includes("_")).flatMap((name = "") => [name, camel(name)]));
/** Columns whose name is a plain word count only behind the name of a table. */
const plain = new Set(
  [...schema.matchAll(/^ {2}(\w+) +(?:String|Int|Float|Boolean|DateTime|Json|Bytes|BigInt)\b(?!.*@map)/gm)].map(([, name]) => name),
);

/** Columns and tables of the schema that a text names, as `column` or `table.column`. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/(?:"?\b(\w+)"?\.)?"?\b(\w+)\b/g)].flatMap(([, table, word = ""]) => {
    if (table === undefined) return mapped.has(word) ? [word] : [];
    return mapped.has(word) || plain.has(word) ? [`${table}.${word}`] : [];
  });

test("statements on tables are typed: only bulk copying and connections send text", () => {
  expect(sources.length).toBeGreaterThan(40);
  const sendingText = sources.filter((file) => /\.query\s*[(<]/.test(read(file)));
  expect(sendingText.filter((file) => !mayUseText.includes(file))).toEqual([]);
});

test("no statement names a column or table of the schema as text, which the compiler could not check", () => {
  const found = sources.flatMap((file) => statementTexts(read(file)).flatMap((text) => namesIn(text).map((name) => ({ file, name }))));
  const isAllowed = ({ file, name }: { file: string; name: string }) =>
    notOurColumns.some(({ files: where, words }) => where.test(file) && words.test(name));
  expect(found.filter((one) => !isAllowed(one)).map(({ file, name }) => `${file}: ${name}`)).toEqual([]);
  // Each exception is still needed.
  const unused = notOurColumns.filter(({ files: where, words }) => !found.some(({ file, name }) => where.test(file) && words.test(name)));
  expect(unused).toEqual([]);
});
