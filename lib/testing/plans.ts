import pg from "pg";

/** A statement as it was sent. */
interface Statement {
  text: string;
  values: unknown[];
}

interface PlanNode {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Plan Rows": number;
  Plans?: PlanNode[];
}

/** A statement with how the server would read its tables. */
export interface ReadPlan {
  text: string;
  /** Tables that are read whole, row by row. */
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
 * How the server would execute each of these statements: with their values and, because it may keep one plan for all values, without them. Each is
 * planned once, and not executed.
 */
export async function readPlans(statements: readonly Statement[]): Promise<ReadPlan[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL, options: "-c TimeZone=UTC" });
  await client.connect();
  const plans: ReadPlan[] = [];
  const seen = new Set<string>();
  try {
    for (const { text, values } of statements) {
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

function asReadPlan(text: string, root: PlanNode): ReadPlan {
  const nodes = flat(root).filter((node) => node["Node Type"].includes("Scan") && node["Node Type"] !== "CTE Scan");
  const whole = nodes.filter((node) => node["Node Type"] === "Seq Scan").map((node) => node["Relation Name"] ?? "");
  const reads = nodes.flatMap((node) => {
    if (node["Node Type"] === "Seq Scan") return [`${node["Relation Name"]} whole`];
    return node["Index Name"] === undefined ? [] : [`${node["Relation Name"] ?? ""} by ${node["Index Name"]}`.trim()];
  });
  return { text, readWhole: [...new Set(whole)], reads };
}

const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];
