-- CreateTable
CREATE TABLE "task_changes" (
    "task_id" UUID NOT NULL,
    "shard" INTEGER NOT NULL,
    "count" BIGINT NOT NULL,

    CONSTRAINT "task_changes_pkey" PRIMARY KEY ("task_id","shard")
);

-- CreateTable
CREATE TABLE "stored_reports" (
    "task_id" UUID NOT NULL,
    "view" TEXT NOT NULL,
    "data_version" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "stored_reports_pkey" PRIMARY KEY ("task_id","view")
);

-- AddForeignKey
ALTER TABLE "task_changes" ADD CONSTRAINT "task_changes_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stored_reports" ADD CONSTRAINT "stored_reports_task_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Imports write with triggers switched off and count their change themselves.
CREATE FUNCTION "count_task_changes"("changed" UUID[]) RETURNS VOID LANGUAGE sql AS $$
  INSERT INTO "task_changes" ("task_id", "shard", "count")
  SELECT "id", floor(random() * 16)::int, 1 FROM "tasks" WHERE "id" = ANY ("changed") ORDER BY "id"
  ON CONFLICT ("task_id", "shard") DO UPDATE SET "count" = "task_changes"."count" + 1
$$;

CREATE FUNCTION "count_assignment_change"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  PERFORM "count_task_changes"(ARRAY[NEW."task_id"]);
  RETURN NULL;
END $$;

CREATE FUNCTION "count_changes_of_rows"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
DECLARE "ids" UUID[];
BEGIN
  IF TG_TABLE_NAME = 'assignments' THEN
    "ids" := ARRAY(SELECT DISTINCT "task_id" FROM "rows" WHERE "status" = 'submitted');
  ELSIF TG_TABLE_NAME = 'drafts' THEN
    "ids" := ARRAY(SELECT DISTINCT "r"."task_id" FROM "rows" JOIN "runs" "r" ON "r"."id" = "rows"."run_id");
  ELSE
    "ids" := ARRAY(SELECT DISTINCT "task_id" FROM "rows");
  END IF;
  IF cardinality("ids") > 0 THEN
    PERFORM "count_task_changes"("ids");
  END IF;
  RETURN NULL;
END $$;

-- A save renews the lease of open work, which changes no figure.
CREATE TRIGGER "assignment_changed" AFTER UPDATE OF "status", "annotator_id", "arm", "run_id", "round" ON "assignments" FOR EACH ROW
  WHEN (OLD.* IS DISTINCT FROM NEW.* AND (OLD."status" = 'submitted' OR NEW."status" = 'submitted')) EXECUTE FUNCTION "count_assignment_change"();
CREATE TRIGGER "sample_changed" AFTER UPDATE OF "external_id", "input_key", "system", "system_b", "gold_label", "subset" ON "samples" FOR EACH ROW
  EXECUTE FUNCTION "count_assignment_change"();
CREATE TRIGGER "assignments_added" AFTER INSERT ON "assignments" REFERENCING NEW TABLE AS "rows" FOR EACH STATEMENT EXECUTE FUNCTION "count_changes_of_rows"();
CREATE TRIGGER "assignments_removed" AFTER DELETE ON "assignments" REFERENCING OLD TABLE AS "rows" FOR EACH STATEMENT EXECUTE FUNCTION "count_changes_of_rows"();
CREATE TRIGGER "samples_added" AFTER INSERT ON "samples" REFERENCING NEW TABLE AS "rows" FOR EACH STATEMENT EXECUTE FUNCTION "count_changes_of_rows"();
CREATE TRIGGER "samples_removed" AFTER DELETE ON "samples" REFERENCING OLD TABLE AS "rows" FOR EACH STATEMENT EXECUTE FUNCTION "count_changes_of_rows"();
CREATE TRIGGER "drafts_added" AFTER INSERT ON "drafts" REFERENCING NEW TABLE AS "rows" FOR EACH STATEMENT EXECUTE FUNCTION "count_changes_of_rows"();
CREATE TRIGGER "drafts_removed" AFTER DELETE ON "drafts" REFERENCING OLD TABLE AS "rows" FOR EACH STATEMENT EXECUTE FUNCTION "count_changes_of_rows"();
