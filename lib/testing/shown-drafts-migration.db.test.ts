import type pg from "pg";
import { expect, inject, test } from "vitest";
import { withClient } from "../../bin/lib/database.mjs";
import { applyMigrations, readMigrations } from "../../bin/lib/migrate.mjs";
import { createTemporaryDatabase } from "../../bin/lib/temporary-cluster.mjs";

const noted = "20261122064857_shown_drafts";
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A task of four criteria and one sample with an assignment; its run has drafted criteria 1, 2 and 4, the last two after the sample was given out. */
const before = `
  insert into projects (id, name) values ('${id(1)}', 'p');
  insert into tasks (id, project_id, name) values ('${id(2)}', '${id(1)}', 't');
  insert into criteria_sets (id, task_id, version, status, published_at) values ('${id(3)}', '${id(2)}', 1, 'published', now());
  insert into criteria (id, criteria_set_id, position, name, scale)
    select ('00000000-0000-4000-8000-00000000010' || n)::uuid, '${id(3)}', n, 'c' || n, '{"min":1,"max":5,"step":1,"levels":[]}' from generate_series(1, 4) n;
  insert into samples (id, task_id, external_id, position, input, output, input_key, content_hash) values ('${id(4)}', '${id(2)}', 's', 0, 'i', 'o', 'k', 'h');
  insert into judges (id, project_id, name, kind) values ('${id(5)}', '${id(1)}', 'j', 'imported');
  insert into runs (id, task_id, judge_id, criteria_set_id, kind, status, protocol, prompt_version)
    values ('${id(6)}', '${id(2)}', '${id(5)}', '${id(3)}', 'evaluation', 'done', 'direct', '1');
  insert into drafts (id, run_id, sample_id, criterion_id, score, items, raw, created_at) values
    ('${id(21)}', '${id(6)}', '${id(4)}', '${id(101)}', 4, '[]', '', '2026-01-01'), ('${id(22)}', '${id(6)}', '${id(4)}', '${id(102)}', 4, '[]', '', '2026-03-01'),
    ('${id(24)}', '${id(6)}', '${id(4)}', '${id(104)}', 4, '[]', '', '2026-03-01');
  insert into annotators (id, project_id, name) values ('${id(7)}', '${id(1)}', 'n');
  insert into assignments (id, task_id, sample_id, annotator_id, criteria_set_id, run_id, arm, slot)
    values ('${id(8)}', '${id(2)}', '${id(4)}', '${id(7)}', '${id(3)}', '${id(6)}', 'drafted', 0);
  insert into evaluations (id, assignment_id, criterion_id, score) select ('00000000-0000-4000-8000-00000000020' || n)::uuid, '${id(8)}', ('00000000-0000-4000-8000-00000000010' || n)::uuid, 3
    from (values (1), (2), (4)) given (n);
  insert into actions (id, evaluation_id, seq, kind, item_id, score, at, created_at) values
    ('${id(31)}', '${id(201)}', 0, 'set-score', null, 3, '2026-02-01', '2026-02-01'), ('${id(32)}', '${id(202)}', 0, 'set-score', null, 3, '2026-02-01', '2026-02-01'),
    ('${id(34)}', '${id(204)}', 0, 'set-score', null, 3, '2026-02-01', '2026-02-01'), ('${id(35)}', '${id(204)}', 1, 'accept', '0', null, '2026-03-02', '2026-03-02');`;

test("work done before drafts were noted is given the draft that was there, none where it came later, and keeps that", async () => {
  const database = await createTemporaryDatabase(inject("testClusterUrl"));
  try {
    const shown = await withClient(database.url, async (client: pg.Client) => {
      await client.query("drop schema public cascade; create schema public");
      await applyMigrations(
        database.url,
        readMigrations().filter(({ name }) => name < noted),
      );
      await client.query(before);
      await applyMigrations(
        database.url,
        readMigrations().filter(({ name }) => name <= noted),
      );
      return (await client.query("select criterion_id, shown_draft_id from evaluations order by criterion_id")).rows;
    });
    expect(shown.map((row: Record<string, string | null>) => [row.criterion_id, row.shown_draft_id])).toEqual([
      [id(101), id(21)], // drafted before the first action
      [id(102), null], // drafted after the only action
      [id(103), null], // given out without a draft
      [id(104), id(24)], // drafted later, and then accepted
    ]);
  } finally {
    await database.drop();
  }
});
