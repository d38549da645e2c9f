import type { Tones } from './tone.ts'

/** What interviewers write after Interview C, for each of its questions in order. */
export const FEEDBACK_C: Tones[] = [
  {
    good: [
      'Told about a father who shouted. Let him finish, said back what was understood, then offered two things that could be done today.',
      'Did not try to calm anyone with phrases. Asked "what worries you most?" and waited.',
      'Stayed on the line in silence when a widow cried, and said so without making themselves the hero.',
      'Knew when to bring in somebody else, and told the caller why.',
    ],
    mixed: [
      'Handled it correctly. I missed a word about how it was for the other person.',
      'Good with frightened people, less patient with rude ones. Knows that about themselves.',
      'Passed the call on rather early. The reason was fair, the family may have seen it differently.',
    ],
    poor: [
      'Hung up on a caller who swore and would do so again. No second thought about what was behind it.',
      'Called an upset daughter "hysterical", with a voice to go with it.',
      'In the story the patient was the problem from the first sentence to the last.',
    ],
  },
  {
    good: [
      'Listens to the end. Twice {first} repeated my question in their own words before answering, and got it right.',
      'Uses teach-back as a matter of course: "I ask them to tell me what they will do tonight".',
      'Noticed that my sound had dropped and asked me to repeat, where most nod.',
      'Short answers, good questions. I spoke more than I wanted to, which says something.',
    ],
    mixed: [
      'Listens well, and explains a bit long. A sign from me was enough.',
      'Answered a slightly different question at first, and noticed it.',
      'Seemed distracted for a few minutes. There was a delivery at the door, apologized for.',
    ],
    poor: [
      'Interrupted me in most answers; I counted nine times. When I said so, they laughed and did it again.',
      'Long monologues. At the end I still did not know how they make sure that somebody understood.',
      'Looked at a phone for part of the conversation.',
    ],
  },
  {
    good: [
      'Remote for {years} years. Has a door, a spare headset and a rule for the end of the day.',
      'On time to the minute in all our contacts, and had tried the link the day before.',
      'Told me when they ask for help: after fifteen minutes of being stuck. Has asked me one good question by mail since.',
      'Has never missed a shift without finding cover. A former lead would confirm it, {first} says.',
    ],
    mixed: [
      'No remote experience. Has thought about it seriously, and knows that loneliness may be the hard part.',
      'Was six minutes late because of a time zone, apologized, and had written ahead.',
      'The connection broke twice. Had a phone as a fallback ready, which worked.',
    ],
    poor: [
      'Twelve minutes late without a message, and the second reschedule. It was not mentioned.',
      'Would take confidential calls from a café on two days a week and sees no difficulty in that. Stayed with it when I explained.',
      'Left the last two jobs after written warnings about attendance; told me so and said that the rules there were silly.',
    ],
  },
  {
    good: [
      'A supervisor had told {first} that their notes were too long. They showed me, with made-up text, how a note looks today: half.',
      'Asked me for feedback at the end of the interview and wrote it down.',
      'Received a hard review in {setting}, was hurt, slept on it, and came back with a plan. Told with humor.',
      'Gave an example of feedback that they did not follow, and why. Thoughtful, not stubborn.',
    ],
    mixed: [
      'Open to feedback in principle; the example was of somebody else’s growth.',
      'Needs a little time with criticism. Says so: "give me a day".',
      'Changed what was asked. I am not sure that they agree with it.',
    ],
    poor: [
      'Told me that the only critical review came from somebody who was jealous.',
      'Dismissed the remark about written notes from Interview A as nonsense and became irritated.',
      'Said that at this point of their career there is not much left to correct.',
    ],
  },
  {
    good: [
      'Would bring calm, and experience with people who do not trust us at first. Would need a clear first month.',
      'Adds {tool} knowledge that we lack. Needs somebody to review the first notes.',
      'Asks precise questions and is kind while doing it. I would like to see {first} in the Tuesday meeting.',
      'Brings a second language and ten years of knowing where things break.',
    ],
    mixed: [
      'A steady addition. I do not see what would be new, and not everything has to be.',
      'Strong craft, would need support in working from a distance.',
      'Would need more guidance than the team can give this spring.',
    ],
    poor: [
      'I do not see it. The craft may be fine; the way of talking about people is not.',
      'Would need close supervision for safety reasons, and we have no one for that.',
    ],
  },
]
