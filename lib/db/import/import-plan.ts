import "server-only";
import { randomUUID } from "node:crypto";
import type { Selectable } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { otherScale, unknownCriterion } from "@/lib/datasets/row-problems";
import type { CriterionContent, Scale } from "@/lib/domain/criterion";
import type { DraftRecord, TaskRecord } from "@/lib/domain/import";
import type { Variant } from "@/lib/domain/pair-outputs";
import { pairScaleProblem, preferenceCriterion } from "@/lib/domain/preference";
import { hasSamePoints } from "@/lib/domain/same-scale";
import { isWorkedBy } from "./is-worked-by";
import type { StagedDb } from "./staging";

/** A name in the file: its number in the staging tables and its id in the study, generated here if it is new. */
interface Named {
  no: number;
  id: string;
  isNew: boolean;
}

interface PlannedSet {
  id: string;
  isNew: boolean;
  /** Criteria can be added: it is new, or only imports have used it. */
  grows: boolean;
  scales: Map<string, Scale>;
  criteria: Map<string, Named & { content: CriterionContent }>;
}

export interface PlannedTask extends Named {
  name: string;
  kind: Selectable<DB["tasks"]>["kind"];
  fields: Pick<TaskRecord, "description" | "inputName" | "outputName" | "guidelines">;
  set: PlannedSet | null;
  /** Position of the first new sample. */
  base: number;
  samples: number;
}

export interface PlannedRun extends Named {
  task: PlannedTask;
  judge: Named;
  made: Omit<DraftRecord["judge"], "name"> & { variant: Variant };
}

const plain = { description: "", inputName: "input", outputName: "output", guidelines: "" };

/** What a judge's run is found by. */
export const runKey = (task: PlannedTask, judge: string, variant: Variant = "plain"): string => JSON.stringify([task.no, judge, variant]);

/** Where an import's records belong: tasks, criteria, annotators, judges and runs by name. New ones are planned but not yet created. */
export class ImportPlan {
  /** What a number refers to. */
  readonly labels: string[] = [];
  readonly tasks = new Map<string, PlannedTask>();
  readonly runs = new Map<string, PlannedRun>();
  readonly annotators = new Map<string, Named>();
  readonly judges = new Map<string, Named & { model: string | null }>();
  readonly #db: StagedDb;
  readonly #projectId: string;

  constructor(db: StagedDb, projectId: string) {
    this.#db = db;
    this.#projectId = projectId;
  }

  /** The project's task with that name, or a new one of this kind. */
  async task(name: string, kind: PlannedTask["kind"], fields: PlannedTask["fields"] = plain): Promise<PlannedTask> {
    const known = this.tasks.get(name);
    if (known) return known;
    const row = await this.#db
      .selectFrom("tasks")
      .select((eb) => [
        "id",
        "kind",
        eb
          .selectFrom("samples")
          .select((max) => max.fn.max("position").as("last"))
          .whereRef("samples.taskId", "=", "tasks.id")
          .as("last"),
      ])
      .where("projectId", "=", this.#projectId)
      .where("name", "=", name)
      .executeTakeFirst();
    const task: PlannedTask = {
      ...this.#named(name, row?.id),
      name,
      kind: row?.kind ?? kind,
      fields,
      set: row ? await this.#publishedSet(row.id) : null,
      base: (row?.last ?? -1) + 1,
      samples: 0,
    };
    this.tasks.set(name, task);
    return task;
  }

  /** The task's criteria set; a new, empty one if none is published. */
  set(task: PlannedTask): PlannedSet {
    task.set ??= { id: randomUUID(), isNew: true, grows: true, scales: new Map(), criteria: new Map() };
    return task.set;
  }

  /** A criterion by name, added to a set that imports make; a text says why it cannot be. */
  criterion(task: PlannedTask, content: CriterionContent): string | null {
    const unfit = pairScaleProblem(task.kind, [content]);
    if (unfit !== null) return unfit;
    const set = this.set(task);
    const known = set.criteria.get(content.name);
    if (known) return hasSamePoints(known.content.scale, content.scale) ? null : otherScale(content.name);
    if (!set.grows) return unknownCriterion(content.name);
    set.criteria.set(content.name, { ...this.#named(content.name), content });
    set.scales.set(content.name, content.scale);
    return null;
  }

  /** For pairs the question is clear (which is better), so work can start at once. */
  completeCriteria(task: PlannedTask): void {
    if (task.kind === "pairwise" && task.set === null) this.criterion(task, preferenceCriterion);
  }

  annotator(name: string): Named {
    return this.#orNew(this.annotators, name, () => this.#named(name));
  }

  /** The run that holds what this import brings of one judge, asked in one way. */
  run(task: PlannedTask, { name, ...made }: DraftRecord["judge"], variant: Variant = "plain"): PlannedRun {
    const judge = this.#orNew(this.judges, name, () => ({ ...this.#named(name), model: made.model }));
    return this.#orNew(this.runs, runKey(task, name, variant), () => ({ ...this.#named(name), task, judge, made: { ...made, variant } }));
  }

  #orNew<T>(map: Map<string, T>, key: string, make: () => T): T {
    const known = map.get(key);
    if (known !== undefined) return known;
    const made = make();
    map.set(key, made);
    return made;
  }

  #named(label: string, id?: string): Named {
    return { no: this.labels.push(label) - 1, id: id ?? randomUUID(), isNew: id === undefined };
  }

  async #publishedSet(taskId: string): Promise<PlannedSet | null> {
    const rows = await this.#db
      .selectFrom("criteria")
      .innerJoin("criteriaSets as s", "s.id", "criteria.criteriaSetId")
      .select(["criteriaSetId", "criteria.id", "name", "definition", "scale", "overall"])
      .select((eb) => eb.and([eb("s.createdByImportId", "is not", null), eb.not(isWorkedBy(eb.ref("s.id")))]).as("grows"))
      .where("criteriaSetId", "=", (eb) =>
        eb
          .selectFrom("criteriaSets")
          .select("id")
          .where("taskId", "=", taskId)
          .where("status", "=", "published")
          .orderBy("version", "desc")
          .limit(1),
      )
      .orderBy("position")
      .execute();
    const [first] = rows;
    if (!first) return null;
    return {
      id: first.criteriaSetId,
      isNew: false,
      grows: Boolean(first.grows),
      scales: new Map(rows.map(({ name, scale }) => [name, scale])),
      criteria: new Map(
        rows.map(({ criteriaSetId: _, grows: __, id, ...content }) => [content.name, { ...this.#named(content.name, id), content }]),
      ),
    };
  }
}
