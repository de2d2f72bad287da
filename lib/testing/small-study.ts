import { randomUUID } from "node:crypto";
import { pool } from "@/lib/db/client";
import type { NewAction } from "@/lib/domain/action";
import type { TaskBundle } from "@/lib/domain/bundle";
import { type Actor, commandLineId, type Role } from "@/lib/domain/policy";
import { loadStudy } from "@/lib/workflows/load-study";

/** An actor who may do everything. */
export const instanceAdmin: Actor = {
  userId: commandLineId,
  name: "Tester",
  email: "tester@example.org",
  instanceAdmin: true,
  memberships: new Map(),
};

/** A drafted task: `samples` samples, two criteria on 1..5, one judge whose every draft is a conclusion, a score of 4 and one quote. */
export function smallBundle(samples: number): TaskBundle {
  const criteria = ["Clear", "True"].map((name) => ({
    name,
    definition: `Is it ${name.toLowerCase()}?`,
    scale: { min: 1, max: 5, step: 1, levels: [] },
    overall: false,
  }));
  const ids = Array.from({ length: samples }, (_, index) => `s${index + 1}`);
  return {
    task: { name: "Answers", description: "Answer the question.", inputName: "question", outputName: "answer", guidelines: "" },
    criteria,
    samples: ids.map((externalId, index) => ({
      externalId,
      input: `Question ${Math.floor(index / 2)}?`,
      output: `Answer ${index}: rain falls because drops grow heavy.`,
      outputB: null,
      system: index % 2 === 0 ? "alpha-system" : "beta-system",
      systemB: null,
      goldLabel: null,
      subset: null,
      reference: null,
      imageUrl: null,
      inputId: null,
      metadata: {},
    })),
    judges: [
      {
        name: "draft judge",
        model: "some-model",
        protocol: "step-by-step",
        promptVersion: "1",
        drafts: ids.flatMap((sampleId) =>
          criteria.map((criterion) => ({
            sampleId,
            criterion: criterion.name,
            score: 4,
            items: [
              { kind: "conclusion" as const, text: `SECRET-DRAFT The answer is ${criterion.name.toLowerCase()}.` },
              { kind: "score" as const, text: "Score: 4 out of 5." },
              { kind: "evidence" as const, text: '"drops grow heavy"' },
            ],
            raw: "1. …\n2. Score: 4 out of 5.",
          })),
        ),
      },
    ],
    annotators: [],
    warnings: [],
  };
}

/** Loads a bundle into a new project and returns its ids. */
export async function loadSmallStudy(bundle: TaskBundle): Promise<{ projectId: string; taskId: string; criteria: string[] }> {
  const { projectId } = await loadStudy(instanceAdmin, {
    name: `Study ${randomUUID()}`,
    description: "",
    demo: false,
    source: "test",
    bundles: [bundle],
  });
  const task = await pool().query<{ id: string }>("select id from tasks where project_id = $1", [projectId]);
  const criteria = await pool().query<{ id: string }>(
    "select c.id from criteria c join criteria_sets s on s.id = c.criteria_set_id join tasks t on t.id = s.task_id where t.project_id = $1 order by c.position",
    [projectId],
  );
  return { projectId, taskId: task.rows[0]?.id ?? "", criteria: criteria.rows.map((row) => row.id) };
}

/** A member of a project, with a user row of their own. */
export async function member(projectId: string, role: Role, name = `${role} ${randomUUID().slice(0, 8)}`): Promise<Actor> {
  const userId = randomUUID();
  const email = `${userId}@example.org`;
  await pool().query("insert into users (id, name, email, created_at, updated_at) values ($1, $2, $3, now(), now())", [
    userId,
    name,
    email,
  ]);
  await pool().query("insert into memberships (project_id, user_id, role) values ($1, $2, $3)", [projectId, userId, role]);
  return { userId, name, email, instanceAdmin: false, memberships: new Map([[projectId, role]]) };
}

/** An action with everything optional left empty. */
export function action(fields: Partial<NewAction> & Pick<NewAction, "kind" | "parentId">): NewAction {
  return {
    id: randomUUID(),
    itemId: null,
    itemKind: null,
    text: null,
    score: null,
    criterion: null,
    reasonCode: null,
    reason: null,
    undoesId: null,
    at: "2026-01-05T10:00:00.000Z",
    ...fields,
  };
}

/** Accepts every item of a unit (of a small bundle, unless their number is given), as a chain of actions. */
export function acceptAll(items = 3): NewAction[] {
  const actions: NewAction[] = [];
  for (let n = 0; n < items; n++) actions.push(action({ kind: "accept", itemId: String(n), parentId: actions.at(-1)?.id ?? null }));
  return actions;
}
