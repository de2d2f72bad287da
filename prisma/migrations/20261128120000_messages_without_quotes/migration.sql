-- Messages of earlier versions quote what a model's address sent that was no model's answer: who chose the address could read another server's replies
-- there. Versions since keep their own words alone; what was sent stays in the exchange, for the installation's administrators.
CREATE FUNCTION pg_temp.own_words(message text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(
    regexp_replace(
      message,
      '(are used up|longer than the model accepts|refuses the key|the base URL is wrong|limits the rate of requests|blocked the question|answered [0-9]{3}) \(.*\)\.',
      '\1.'
    ),
    '(answered 200 with an error|broke off its answer): .*$',
    '\1.'
  )
$$;

UPDATE "run_units" SET "error_message" = pg_temp.own_words("error_message") WHERE "error_message" <> pg_temp.own_words("error_message");
UPDATE "runs" SET "error" = pg_temp.own_words("error") WHERE "error" <> pg_temp.own_words("error");
-- What was asked and sent is never changed, and is not: `problem` is what this program said of it.
ALTER TABLE "exchanges" DISABLE TRIGGER exchanges_immutable;
UPDATE "exchanges" SET "problem" = pg_temp.own_words("problem") WHERE "problem" <> pg_temp.own_words("problem");
ALTER TABLE "exchanges" ENABLE TRIGGER exchanges_immutable;
