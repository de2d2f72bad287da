-- "string-match" is now the bird study's measure. What it measured so far is called answer-match, also in runs that were made with it.
UPDATE "judges" SET "options" = "options" || '{"metric": "answer-match"}' WHERE "options" ->> 'metric' = 'string-match';
UPDATE "runs" SET "options" = "options" || '{"metric": "answer-match"}' WHERE "options" ->> 'metric' = 'string-match';
