-- AlterTable
ALTER TABLE "assignments" ADD COLUMN     "packed_ratings" BYTEA;

-- One rating: a byte of flags (1: a draft was shown, 2: a first score follows), the first score, the criterion's position, the score and the time in
-- milliseconds (-1: not known), in network order. Null without a score.
CREATE FUNCTION "pack_rating"("criterion" INT, "score" FLOAT8, "duration_ms" INT, "drafted" BOOLEAN, "first" FLOAT8) RETURNS BYTEA LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
      WHEN "first" IS NULL THEN CASE WHEN "drafted" THEN '\x01'::BYTEA ELSE '\x00'::BYTEA END
      ELSE CASE WHEN "drafted" THEN '\x03'::BYTEA ELSE '\x02'::BYTEA END || float8send("first")
    END || int4send("criterion") || float8send("score") || int4send(coalesce("duration_ms", -1))
$$;

-- The ratings of an assignment by the criteria of its own set (a judge's own for one sample are of another), one after the other, after their number.
CREATE FUNCTION "pack_ratings"("assignment" UUID) RETURNS BYTEA LANGUAGE sql STABLE AS $$
  SELECT int4send(count("e"."score")::INT)
    || coalesce(string_agg("pack_rating"("c"."position", "e"."score", "e"."duration_ms", "e"."shown_draft_id" IS NOT NULL, "e"."blind_score"), ''::BYTEA), ''::BYTEA)
  FROM "assignments" "a"
    JOIN "evaluations" "e" ON "e"."assignment_id" = "a"."id"
    JOIN "criteria" "c" ON "c"."id" = "e"."criterion_id" AND "c"."criteria_set_id" = "a"."criteria_set_id"
  WHERE "a"."id" = "assignment"
$$;

-- Whoever submits it, a process of the version before too.
CREATE FUNCTION "pack_submitted"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  NEW."packed_ratings" := "pack_ratings"(NEW."id");
  RETURN NEW;
END $$;
CREATE TRIGGER "assignment_submitted" BEFORE UPDATE OF "status" ON "assignments" FOR EACH ROW
  WHEN (NEW."status" = 'submitted' AND OLD."status" <> 'submitted') EXECUTE FUNCTION "pack_submitted"();

UPDATE "assignments" SET "packed_ratings" = "pack_ratings"("id") WHERE "status" = 'submitted';
