-- Pages that many people may give as their LinkedIn profile linked strangers to each other. Their keys are made again by the rules of `linkedinKey`;
-- a name with other characters gets none, because a missing link is better than a wrong one.
update user_session set linkedin_key = coalesce(
  'in/' || lower(substring(linkedin_profile_url from
    '(?i)^\s*(?:https?://)?(?:[a-z0-9-]+\.)*linkedin\.com/+(?:(?:m|mwlite|comm|profile)/+)*in/+(?!(?:me|dir|edit|unavailable|your-?name|your-?profile|user-?name|in|pub|https?)(?:[/?#]|\s*$))([a-z0-9_-]+)(?:[/?#]|\s*$)')),
  'pub/' || lower(substring(linkedin_profile_url from
    '(?i)^\s*(?:https?://)?(?:[a-z0-9-]+\.)*linkedin\.com/+pub/(?!(?:dir|in|pub)/)([a-z0-9_-]+/[0-9a-f]+/[0-9a-f]+/[0-9a-f]+)(?:[/?#]|\s*$)')))
where linkedin_key !~ '^in/.*\S'
  or linkedin_key ~ '^in/\s*(me|dir|edit|unavailable|your-?name|your-?profile|user-?name|in|pub|https?|https?:.*|.*linkedin\.com)\s*$';
