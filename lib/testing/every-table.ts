import { pool } from "@/lib/db/client";

const first = (table: string, column = "id") => `(select ${column} from ${table} limit 1)`;
const [task, set, criterion, sample] = [first("tasks"), first("criteria_sets"), first("criteria"), first("samples")];
const [project, annotator, run, judge] = [first("projects"), first("annotators"), first("runs"), first("judges")];
const [assignment, user, draft] = [first("assignments"), first("users"), first("drafts")];

/** A row each in the tables that work on a small study leaves empty. */
const rows: readonly [table: string, columns: string, values: string][] = [
  ["import_mappings", "project_id, name, mapping", `${project}, 'kept', '{"input": "q"}'`],
  ["sample_updates", "import_id, sample_id, before", `${first("imports")}, ${sample}, '{"output": "before"}'`],
  ["endpoints", "project_id, base_url, requests_per_minute", `${project}, 'http://127.0.0.1:9/v1', 17`],
  [
    "frozen_reports",
    "project_id, task_id, task_name, name, hash, body, bundle, created_at",
    `${project}, ${task}, 'T', 'Frozen', repeat('0', 64), '{}', '\\x00ff10', now()`,
  ],
  ["prompt_versions", "project_id, protocol, version, texts, hash", `${project}, 'direct', 1, '{"SYSTEM": "Judge."}', 'h1'`],
  ["audit_events", "project_id, user_id, verb, details", `${project}, ${user}, 'project.update', '{"before": 0.1}'`],
  ["exclusions", "annotator_id, task_id, reason, excluded_by_id", `${annotator}, ${task}, 'too fast', ${user}`],
  ["guideline_versions", "task_id, version, text", `${task}, 7, 'Read this.'`],
  ["guideline_readings", "guideline_id, annotator_id", `${first("guideline_versions")}, ${annotator}`],
  ["calibration_rounds", "task_id, number, criteria_set_id, required", `${task}, 1, ${set}, true`],
  ["calibration_samples", "round_id, position, sample_id", `${first("calibration_rounds")}, 0, ${sample}`],
  ["criteria_rounds", "task_id, number, items", `${task}, 1, '[]'`],
  ["criteria_redlines", "round_id, user_id, code", `${first("criteria_rounds")}, ${user}, 'Expert 1'`],
  ["criteria_decisions", "round_id, seq, line_id, user_id", `${first("criteria_rounds")}, 0, '0', ${user}`],
  [
    "actions",
    "id, redline_id, seq, kind, item_id, item_kind, at",
    `gen_random_uuid(), ${first("criteria_redlines")}, 0, 'accept', '0', 'criterion', now()`,
  ],
  ["actions", "id, criteria_set_id, seq, kind, item_id, item_kind, at", `gen_random_uuid(), ${set}, 0, 'accept', '0', 'criterion', now()`],
  ["exams", "task_id, version, criteria_set_id, content", `${task}, 1, ${set}, '{}'`],
  ["exam_tries", "exam_id, task_id, annotator_id, number", `${first("exams")}, ${task}, ${annotator}, 1`],
  ["qualifications", "task_id, annotator_id, extra_tries", `${task}, ${annotator}, 2`],
  ["gold_samples", "sample_id, task_id, use", `${sample}, ${task}, 'exam'`],
  ["gold_answers", "sample_id, criterion_id, score", `${sample}, ${criterion}, 2.1000000000000001`],
  ["judge_splits", "task_id, seed, held_out_share", `${task}, 3, 0.30000000000000004`],
  ["judge_split_samples", "split_id, sample_id, held_out, input", `${first("judge_splits")}, ${sample}, true, 'k'`],
  ["judges", "project_id, name, archived_at", `${project}, 'candidate', now()`],
  [
    "judge_candidates",
    "split_id, judge_id, candidate_id, kind",
    `${first("judge_splits")}, ${judge}, (select id from judges where name = 'candidate'), 'examples'`,
  ],
  [
    "judge_watches",
    "task_id, judge_id, criteria_set_id, every_hours, repeats, looks, seed",
    `${task}, ${judge}, (select id from criteria_sets limit 1), 0.30000000000000004, 2, 30, 0`,
  ],
  ["judge_watch_asks", "watch_id, number, run_id, evidence", `${first("judge_watches")}, 1, ${first("runs")}, '{"flags": []}'`],
  ["judge_trials", "split_id, judge_id, use, candidates", `${first("judge_splits")}, ${judge}, 1, '[]'`],
  ["run_units", "run_id, sample_id, criterion_id", `${run}, ${sample}, ${criterion}`],
  [
    "exchanges",
    "run_id, sample_id, step, role, request_hash, request, reply",
    `${run}, ${sample}, 'ask', 'judge', 'h2', '{"b":1, "a":2}', 'é'`,
  ],
  ["budget_entries", "run_id, usd, tokens", `${run}, 0.25, 19`],
  ["reviews", "assignment_id, seq, verdict, user_id", `${assignment}, 0, 'approved', ${user}`],
  [
    "adjudications",
    "sample_id, criterion_id, user_id, first_score, draft_id, ratings, range",
    `${sample}, ${criterion}, ${user}, 3, ${draft}, 2, 1`,
  ],
  ["images", "import_id, path, type, bytes", `${first("imports")}, 'a/b.png', 'image/png', '\\x89504e47'`],
  ["study_plans", "task_id, version, content", `${task}, 1, '{}'`],
  ["plan_seats", "plan_id, position, annotator_id", `${first("study_plans")}, 0, ${annotator}`],
  [
    "plan_slots",
    "seat_id, position, plan_id, sample_id, arm, slot",
    `${first("plan_seats")}, 0, ${first("study_plans")}, ${sample}, 'blind', 0`,
  ],
  ["participation_links", "plan_id, token", `${first("study_plans")}, 'KEPT-TOKEN'`],
  ["participants", "plan_id, external_id, user_id", `${first("study_plans")}, 'crowd-5', ${user}`],
];

/** Gives the only project of a database, which people have worked in, a row in every table that can have its rows. */
export async function fillEveryTable(): Promise<void> {
  for (const [table, columns, values] of rows) await pool().query(`insert into ${table} (${columns}) values (${values})`);
}
