-- Filtering by a yes/no answer read every answer. With the index alone, PostgreSQL takes question and answer for independent, expects few matches, and
-- collects all of them first even if everyone answered yes.
create index user_session_answer_yes_no on user_session_answer (question_name, lower(btrim(user_answer_text_box)), user_session_id)
  where lower(btrim(user_answer_text_box)) in ('yes', 'no');
--> statement-breakpoint
create statistics user_session_answer_yes_no (mcv) on question_name, lower(btrim(user_answer_text_box)) from user_session_answer;
