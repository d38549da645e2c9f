-- The statistics of 0084 stay empty until the next ANALYZE. Until then, PostgreSQL expects few people for a yes/no answer that everyone gave.
analyze user_session_answer;
