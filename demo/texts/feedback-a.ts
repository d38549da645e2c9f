import type { Tones } from './tone.ts'

/** What interviewers write after Interview A, for each of its questions in order. */
export const FEEDBACK_A: Tones[] = [
  {
    good: [
      '{first} had read the role page closely and asked about the part that most people skip, the hand-over to the rest of the team.',
      'Wants the work itself and not only the remote part. Described an ordinary Tuesday in this role and was close to the truth.',
      'Clear reasons, said without flattery: {years} years in {setting}, and the wish to do one thing properly instead of four at once.',
      'Asked me what the last person in this role found hardest, and then asked what we changed because of it.',
      'Understands that we are a young company and named two things about it that could be difficult.',
    ],
    mixed: [
      'Mostly drawn by working from home. That is fine, but it took some asking to reach the role behind it.',
      'Has a picture of the role that is a little wider than what we have to offer. We talked it through and {first} still wanted it.',
      'Reasons were sensible and general. They would fit three other openings of ours.',
    ],
    poor: [
      'Could not say what the role does. When I described it, the answer was that any remote job would do.',
      'Confused us with another company twice, including the name of the product.',
      'Talked for ten minutes about leaving {setting} and for one about coming here.',
    ],
  },
  {
    good: [
      'Told me about a change they made in {setting}: what was wrong, what they tried first, what failed, what they kept. I could follow every step.',
      'Said "I" where it was them and "we" where it was the team, without my asking. Named the colleague who had the idea.',
      'The example had numbers, and {first} also told me which of them not to believe.',
      'Decided against a popular request and explained it to the person who had asked. Kept in touch with them afterwards.',
      'Chose the smaller solution because it could be undone. It was not needed to undo it.',
    ],
    mixed: [
      'A good story, but it took four questions until I knew what {first} had done and what the team had done.',
      'The decision was sound. What came of it was not measured, which they said themselves.',
      'Picked an example from six years ago. The recent ones were thinner.',
    ],
    poor: [
      'Claimed the whole project. When I asked about the hardest part, the answer was vague and changed twice.',
      'Could not give an example. Spoke about what one should do in general.',
      'The result in the story does not match the one in the application; asked about it, {first} said that it was "about that".',
    ],
  },
  {
    good: [
      'Spoke about a difficult former manager with respect and with one precise sentence about what did not work.',
      'Patients came up as people with a day of their own. No names, no details that would tell who they are.',
      'When a colleague’s error came up, {first} told it without blame and began with their own part in it.',
      'Warm and fair about {setting}, also about the reasons for leaving.',
      'Mentioned front desk and cleaning staff by what they contribute. I hear that rarely.',
    ],
    mixed: [
      'Friendly about colleagues, a little short about management. Nothing disrespectful.',
      'Called the last team "a bit slow". Softened it when I asked, and explained the pressure they were under.',
      'Careful to the point of saying nothing about the last employer. I could not tell much from it.',
    ],
    poor: [
      'Rolled their eyes about "frequent flyers" and laughed. It is how they speak about patients, and it came three times.',
      'Everything that had gone wrong in {setting} was somebody else’s fault: the vendor, the director, the night shift.',
      'Made a joke about an older patient’s hearing that I would not want a family to overhear.',
    ],
  },
  {
    good: [
      'Told me about a result that they had overlooked, said "that was mine", and described the check that they have used since.',
      'Owned a missed deadline without excuse. Had called the person concerned before anyone noticed.',
      '{first} took a moment, then told about a mistake that cost a patient two days. Apologized to them in person and changed the routine.',
      'Answered at once and with detail. The best sign for me was that the story had no hero.',
    ],
    mixed: [
      'Named a mistake, a small one. What followed from it was a reminder in the calendar.',
      'Took responsibility in the end, after beginning with the circumstances.',
      'The mistake was real and so was the lesson, but I had to ask twice whether anyone had been told.',
    ],
    poor: [
      'Could not think of a mistake. Then offered "I care too much".',
      'The mistake was the system’s, then the trainer’s. No ownership in it, though I asked in two ways.',
      'Became short when I asked what they would do differently, and said that nothing would have helped.',
    ],
  },
  {
    good: [
      'Wants to become good at this before becoming anything else. We can offer that.',
      'Looks for a team that teaches. Offered in return what they know about {tool}.',
      'Would like to mentor in two years. That fits the plans for the group.',
      'Needs fixed hours on Wednesdays and said so openly. No problem for us.',
    ],
    mixed: [
      'Hopes to lead a team within a year. I said that this is unlikely; {first} took it well and may still look elsewhere.',
      'Not sure yet. Honest about it, which I prefer to a plan made up for me.',
      'Would like to travel for work, and we do not.',
    ],
    poor: ['Sees this as a bridge until a clinical position opens, by summer at the latest.', 'Asked about promotion four times and about patients not once.'],
  },
]
