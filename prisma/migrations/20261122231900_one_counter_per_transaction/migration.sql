-- A transaction that counts several changes of a task counts them in one row: with a random one each, two of them could wait for each other.
CREATE OR REPLACE FUNCTION "count_task_changes"("changed" UUID[]) RETURNS VOID LANGUAGE sql AS $$
  INSERT INTO "task_changes" ("task_id", "shard", "count")
  SELECT "id", pg_backend_pid() % 16, 1 FROM "tasks" WHERE "id" = ANY ("changed") ORDER BY "id"
  ON CONFLICT ("task_id", "shard") DO UPDATE SET "count" = "task_changes"."count" + 1
$$;
