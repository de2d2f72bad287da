import { pool } from "@/lib/db/client";

/** Columns with a value that refers to a row that is not there, by foreign key: deletions and imports leave the checks out where they may. */
export async function dangling(): Promise<string[]> {
  const { rows: keys } = await pool().query<{ child: string; column: string; parent: string; key: string }>(
    `select c.conrelid::regclass::text as child, a.attname as column, c.confrelid::regclass::text as parent, k.attname as key
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
     where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  );
  const counted = keys.map(async ({ child, column, parent, key }) => {
    const { rows } = await pool().query(
      `select 1 from ${child} t where ${column} is not null and not exists (select from ${parent} p where p."${key}" = t."${column}") limit 1`,
    );
    return rows.length === 0 ? [] : [`${child}.${column}`];
  });
  return (await Promise.all(counted)).flat();
}
