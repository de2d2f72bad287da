-- Searching samples reads an index of three-letter pieces of their texts, where the extension pg_trgm can be had: it comes with PostgreSQL, and
-- the owner of a database may create it. Without it a search reads every sample of its task. The schema file cannot say this.
DO $$
DECLARE
  home text;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE EXTENSION pg_trgm WITH SCHEMA public;
  END IF;
  SELECT quote_ident(nspname) INTO home FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE extname = 'pg_trgm';
  -- The texts that lib/db/sample-search.ts names, in its words.
  EXECUTE format(
    $index$CREATE INDEX "samples_search_idx" ON "samples" USING gin ((
      "external_id" || chr(31) || "input" || chr(31) || "output" || chr(31) || coalesce("output_b", '') || chr(31) || coalesce("system", '')
      || chr(31) || coalesce("system_b", '') || chr(31) || coalesce("subset", '')
    ) %s.gin_trgm_ops)$index$, home);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'pg_trgm is not available, so searches read every sample: %', SQLERRM;
END
$$;
