import type { Trade } from './trade.ts'

export const THERAPIST: Trade = {
  titles: ['Licensed Clinical Social Worker', 'Therapist', 'Marriage and Family Therapist', 'Counselor, Intensive Outpatient Program'],
  settings: [
    'a community mental health center',
    'a college counseling office',
    'a hospice',
    'an intensive outpatient program',
    'a veterans’ program',
    'a group practice',
  ],
  tools: ['CBT', 'ACT', 'EMDR', 'interpersonal therapy'],
  training: [
    'MSW, Halloway College',
    'MA, Counseling Psychology, Larkspur State University',
    'LCSW, independent license',
    'Certificate in Acceptance and Commitment Therapy',
  ],
  why: [
    'Twenty-five sessions is the number at which I am still curious at four in the afternoon. In {setting} it has been 34.',
    'Supervision with somebody who does not decide about my pay is, in {years} years, the first time I have seen that written down.',
    'I have worked by video for {months} months and stopped thinking of it as second best. Some people can only cry in their own kitchen.',
    'I looked for an employer with a plan for emergencies that is practised. I once had to find out the county of a patient while she was on the screen.',
    'I want to work beside primary care. In {setting} I learnt most about my patients from a nurse who happened to share the copier.',
    'I have practiced with {tool} long enough to know for whom it is wrong, and I would like to work where saying so is not a failure of the method.',
    'Half of my present caseload was referred without a word from the primary care office. You write that consultation is part of the week, and that is why I am applying.',
    'I am licensed in two states and willing to sit a third examination. I did not expect an employer to offer to pay for it.',
    'I want to do this work for twenty more years, so I look closely at how many hours of it a week is asked. Yours is the first number that I believe I could keep.',
  ],
  proud: [
    'I began to measure. For years I had been sure that I knew who was getting better. In {setting} I asked every patient for four numbers at the start of the hour, and I was wrong about one in five. With {count} people I changed course because of it. I am proud that I went on after the first month, which was humbling.',
    'A student who had not left his room in {months} weeks agreed to talk by text first, then with the camera off, then with the camera at the ceiling. I did not interpret it. We worked with {tool}, very slowly. In spring he showed me the cafeteria, walking, with the phone in his hand. There were no words in that session for about ten minutes.',
    'I built a group for people in the first year after a diagnosis, six weeks, by video. {count} took part over the year. I had planned it around coping skills. They wanted to talk about money and about their mothers. I rewrote it with two of them, and {most} percent stayed until the last week, against half before.',
    'During a session a patient told me that he had a plan and the means. I knew where he was because I ask at the start of each hour. I stayed with him while a colleague called the crisis team, and we wrote the next hour of his life on a card. He was angry with me and then he was not. Afterwards I asked for a debriefing and took the next day off, which I think belongs in the story.',
    'In {setting} people waited {count} days for a first appointment. I proposed a single 30-minute call within the week: what brings you, what would help until then, is anybody in danger. We trained four of us. {percent} percent told us at the end of that call that they did not need the rest. The others came better prepared than I have ever seen.',
    'A couple had fired three therapists before me, and told me so as a warning. I made a mistake in the second hour: I took a side. I said so at the beginning of the third. The husband looked up for the first time. They finished after {months} months. I have kept the sentence I used.',
  ],
  duties: [
    'Carried a caseload of 24 to 30 adults by video',
    'Wrote safety plans with patients and reviewed them each month',
    'Led a six-week group for people with a new diagnosis',
    'Used PHQ-9 and GAD-7 in every session and changed treatment by them',
    'Consulted weekly with primary care',
    'Supervised two associates towards their license',
  ],
}
