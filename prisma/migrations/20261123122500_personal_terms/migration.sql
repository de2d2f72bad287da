-- By hand: limits and samples of single people are one of a plan's choices.
UPDATE "study_plans" SET "content" = '{"personal": []}'::jsonb || "content";
