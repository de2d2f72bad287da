import "server-only";
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { allAnnotators } from "@/lib/domain/reported-judge";

const eb = expressionBuilder<DB & { j: DB["judges"] }, "j">();
const ownName = eb.ref("j.name");

/**
 * The name of judge `j` where raters are known by name: its own, unless that says a person; then "NAME (judge)", or the first of "NAME (judge 2)", … that
 * says neither a person nor another of the project's judges. No two raters share a name, whichever of the judges there are.
 */
export function judgeNameBeside(isPerson: (name: Expression<string>) => Expression<SqlBool>) {
  const saysPeople = (name: Expression<string>) => eb.or([eb(name, "=", allAnnotators), isPerson(name)]);
  const marked = sql<string>`${ownName} || case tried.n when 1 then ' (judge)' else ' (judge ' || tried.n || ')' end`;
  const saysJudge = eb.exists(
    eb.selectFrom("judges as other").select("other.id").whereRef("other.projectId", "=", "j.projectId").where("other.name", "=", marked),
  );
  const free = sql<string>`(with recursive tried (n) as (select 1 union all select n + 1 from tried where ${eb.or([saysPeople(marked), saysJudge])})
    select ${marked} from tried order by n desc limit 1)`;
  return eb.case().when(saysPeople(ownName)).then(free).else(ownName).end();
}
