import "server-only";
import { expressionBuilder } from "kysely";
import type { DB } from "@/generated/kysely/types";
import { db } from "./client";

const work = expressionBuilder<DB>();

/** Submitted assignments `a` that count as people's work, as the inner query of a condition; those of exams, calibration and known answers do not. */
export const submittedWork = () =>
  work.selectFrom("assignments as a").select("a.id").where("a.status", "=", "submitted").where("a.purpose", "=", "work");

/** Submitted evaluations with their person, sample and criterion. */
export const submittedRatings = () =>
  db()
    .selectFrom("assignments as a")
    .innerJoin("annotators as n", "n.id", "a.annotatorId")
    .innerJoin("samples as s", "s.id", "a.sampleId")
    .innerJoin("evaluations as e", "e.assignmentId", "a.id")
    .innerJoin("criteria as c", "c.id", "e.criterionId")
    .where("a.status", "=", "submitted");
