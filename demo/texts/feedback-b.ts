import type { Tones } from './tone.ts'

/** What interviewers write after Interview B, for each of its questions in order. */
export const FEEDBACK_B: Tones[] = [
  {
    good: [
      'Read the example twice, asked one question that mattered, then said out loud what they would do first and what they would leave for later.',
      'Found the trap on the second page without help. Checked it against the first page before being sure.',
      'Worked slowly and in order. Wrote down assumptions and came back to each of them at the end.',
      'Did not finish, and it did not matter: {first} had the most dangerous part first.',
      'Used what {setting} had taught them, and said where our case was different.',
    ],
    mixed: [
      'Reached a good answer by a long way around. With my hint the second half went quickly.',
      'Right result, thin on reasons. I had to ask for each step.',
      'Skipped the paragraph on the patient’s medicines, noticed at the end and went back.',
    ],
    poor: [
      'Began to answer before reading to the end and did not return when the facts did not fit.',
      'Missed the main point even with two hints.',
      'Guessed. When I asked how sure they were, the answer was "pretty sure", and it was wrong.',
    ],
  },
  {
    good: [
      'Solid. Knew {tool} from use and not from a course: talked about what annoys them in it.',
      'Knew the current rule, knew that it had changed last year, and knew where to look it up.',
      'Where {first} did not know, they said "I do not know, I would ask the pharmacist". That happened twice, both times rightly.',
      'Explained a hard thing in three plain sentences. I learnt something.',
    ],
    mixed: [
      'Good in what {setting} needed. Would have to learn the telehealth half, and knows it.',
      'Theory better than practice. Two of the steps that they described cannot be done in the system they use.',
      'Sure with the everyday cases, less so with exceptions.',
    ],
    poor: [
      'Mixed up two rules that a person with {years} years in the field should know, and insisted.',
      'Had not used {tool} on their own, although the resume lists it first. Said later that they had "seen it used".',
      'Knowledge stops a few years ago. The changes since then were news.',
    ],
  },
  {
    good: [
      'Stopped me when I used a name from the example aloud and suggested an initial. Privacy is a habit there.',
      'Double-checked the dose without being asked and said why: "I was wrong on this once".',
      'Described how they lock the screen when their children come in. Unprompted and practical.',
      'Brought up the near miss in {setting} and the checklist that came from it.',
      'Refused the shortcut that I offered in the example, politely, with the protocol as the reason.',
    ],
    mixed: [
      'Safety was there when I asked about it. It did not come up on its own.',
      'Knows the privacy rules. One detail in a story was more than I needed to hear; {first} noticed and stopped.',
      'Would check identity "usually". We talked about the times when one does not.',
    ],
    poor: [
      'Named a patient, first and last name, in a story about {setting}. I interrupted; it happened again ten minutes later.',
      'Took the shortcut in the example and skipped the identity check because "they know me on the phone".',
      'Said that incident reports are "mostly paperwork" and that they stopped writing them.',
    ],
  },
  {
    good: [
      'I questioned a correct step on purpose. {first} listened, thought it over, and kept to it with a reason. Exactly right.',
      'Took the hint, said thank you, and used it again in the next part without being told.',
      'Asked me to explain my objection before answering it.',
      'Changed their mind aloud: "You are right, that would not be safe". No fuss about it.',
    ],
    mixed: [
      'Gave way too quickly when I questioned a right answer. Not defensive, rather unsure.',
      'A little irritated at first, then curious. The second half was a real conversation.',
    ],
    poor: [
      'Became defensive at the first question and argued the point for six minutes, after we had both found it in the text.',
      'Talked over me when I offered help. I tried three times.',
      'Said that in {setting} nobody questioned this, and that they would find it odd if we did.',
    ],
  },
  {
    good: [
      'Asked about the certification and the dates: all clear, with the months. They offered to send the license number.',
      'The project in the resume is real, and {first} told me who else had worked on it.',
      'I asked about the gap of a year. A plain answer, no more than I needed.',
      'The percentage in the resume came with its denominator. Smaller group than I had thought, and they said so first.',
    ],
    mixed: [
      'Dates of two jobs overlap by three months. The explanation, part time, is plausible; please verify.',
      'The team "led" was two people. Not wrong, larger on paper than in the room.',
      'Certification is in progress and listed as done. Corrected at once when I asked.',
    ],
    poor: [
      'Claims {years} years with {tool}. By their own account of the dates it can be two at most.',
      'Could not explain the result that stands first in the resume, nor how it was measured.',
      'The credential has expired, and the resume does not say so. {first} said that "nobody checks that".',
    ],
  },
]
