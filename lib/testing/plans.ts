import pg from "pg";
import { shortSession } from "@/lib/db/new-pool";

/** A statement as it was sent. */
export interface Statement {
  text: string;
  values: unknown[];
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  Filter?: string;
  Plans?: PlanNode[];
}

/** The tables of a study that grow with its samples and the work on them. */
export const growingTables: readonly string[] = ["samples", "assignments", "evaluations", "actions", "drafts", "run_units", "exchanges"];

/** A statement with how the server would read its tables. */
export interface ReadPlan {
  text: string;
  /** Tables that are read whole: row by row, or by an index from its first entry to its last. */
  readWhole: string[];
  /** How each table is read, in the plan's order: `samples by samples_pkey`, `actions whole`. */
  reads: string[];
}

/** What `work` returns, and the statements that it sent through any connection. */
export async function recordStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: Statement[] }> {
  const statements: Statement[] = [];
  const { prototype } = pg.Client;
  const original = prototype.query;
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text?: string; values?: unknown[] }, unknown];
    const text = typeof first === "string" ? first : (first.text ?? "");
    const values = typeof first === "string" ? second : (first.values ?? second);
    statements.push({ text, values: Array.isArray(values) ? values : [] });
    return (original as (...given: unknown[]) => unknown).apply(this, args);
  } as typeof original;
  try {
    return { result: await work(), statements };
  } finally {
    prototype.query = original;
  }
}

/**
 * How the server would execute each of these statements, in a session of those that people wait for: with their values and, because it may keep one plan for all values, without them. Each is
 * planned once, and not executed.
 */
export async function readPlans(statements: readonly Statement[]): Promise<ReadPlan[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL, options: shortSession });
  await client.connect();
  const plans: ReadPlan[] = [];
  const seen = new Set<string>();
  try {
    for (const { text: sent, values } of statements) {
      const text = withinCopy(sent);
      if (!/^\s*(select|with|insert|update|delete)\b/i.test(text) || seen.has(text)) continue;
      seen.add(text);
      const explained = await client.query(`explain (format json) ${text}`, values);
      const generic = values.length === 0 ? explained : await client.query(`explain (generic_plan, format json) ${text}`);
      for (const { rows } of values.length === 0 ? [explained] : [explained, generic])
        plans.push(asReadPlan(text, rows[0]["QUERY PLAN"][0].Plan));
    }
  } finally {
    await client.end();
  }
  return plans;
}

/** Statements whose plans read one of these tables whole, each with how it reads its tables. */
export const wholeIn = (plans: readonly ReadPlan[], tables: readonly string[]): string[] =>
  plans
    .filter(({ readWhole }) => readWhole.some((table) => tables.includes(table)))
    .map(({ text, reads }) => `${reads.join(", ")}: ${text}`);

/** The statement whose rows are copied out or read by a cursor. */
const withinCopy = (text: string) =>
  /^\s*copy\s*\((.*)\)\s*to\s+stdout\b/is.exec(text)?.[1] ?? /^\s*declare\s.*?\scursor\s(?:.*?\s)??for\s+(.*)$/is.exec(text)?.[1] ?? text;

function asReadPlan(text: string, root: PlanNode): ReadPlan {
  const nodes = flat(root, false).filter(({ node }) => node["Node Type"].includes("Scan") && node["Node Type"] !== "CTE Scan");
  const whole = nodes.filter(isWhole).map(({ node, table }) => node["Relation Name"] ?? table);
  const reads = nodes.flatMap(({ node }) => {
    if (node["Node Type"] === "Seq Scan") return [`${node["Relation Name"]} whole`];
    return node["Index Name"] === undefined ? [] : [`${node["Relation Name"] ?? ""} by ${node["Index Name"]}`.trim()];
  });
  return { text, readWhole: [...new Set(whole)], reads };
}

interface Placed {
  node: PlanNode;
  /** The table above it, of which a bitmap's index says nothing. */
  table: string;
  /** Whether it ends as soon as a limit above it has its rows. */
  limited: boolean;
}

/** An index without a condition is read to its end, unless a limit takes its rows as they come. */
function isWhole({ node, limited }: Placed): boolean {
  if (node["Node Type"] === "Seq Scan") return true;
  if (node["Index Name"] === undefined || node["Index Cond"] !== undefined) return false;
  return !limited || node.Filter !== undefined;
}

/** Nodes that pass each row on before they read the next. */
const passing = new Set(["Limit", "LockRows", "Nested Loop", "Result", "Subquery Scan", "Append", "Merge Append", "ProjectSet"]);

function flat(node: PlanNode, limited: boolean, table = ""): Placed[] {
  const below = node["Node Type"] === "Limit" || (limited && passing.has(node["Node Type"]));
  return [{ node, table, limited }, ...(node.Plans ?? []).flatMap((child) => flat(child, below, node["Relation Name"] ?? table))];
}
