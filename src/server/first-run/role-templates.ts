import type { RoleText } from '#contract/roles.ts'

type Template = Pick<
  RoleText,
  'function_role_name' | 'function_role_description' | 'function_role_responsibilities' | 'function_role_requirements' | 'department' | 'shift' | 'salary_unit'
>

/** First roles to edit, so no one has to start with an empty form. They leave out pay, states and anything else only the employer knows. */
export const ROLE_TEMPLATES: Record<string, Template> = {
  'registered-nurse': {
    function_role_name: 'Registered Nurse',
    function_role_description: `You'll care for patients on one unit, with the same team every week. Describe the unit here: who the patients are, how many nurses work a shift, and what a good day looks like.
Say what's hard about the work, too. People who know what to expect stay longer.`,
    function_role_responsibilities: `Assess patients, plan their care with the team, and write down what you did and why
Give medication and treatments safely, and speak up when something looks wrong
Explain the plan to patients and families in plain words, and check that it was understood
Hand over to the next shift so nothing gets lost`,
    function_role_requirements: `Registered nurse with an unencumbered license in the state where the patients are
Current BLS certification, or ACLS where the unit requires it
One year of experience in a similar setting, or a completed residency`,
    department: 'Nursing',
    shift: 'Days',
    salary_unit: 'HOUR',
  },
  'nurse-practitioner': {
    function_role_name: 'Nurse Practitioner',
    function_role_description: `You'll see your own patients, with a physician to ask whenever you want one. Describe the practice here: how many visits a day, in person or by video, and who books them.
Say how new colleagues start: how long they're paired with someone, and when they have a full schedule.`,
    function_role_responsibilities: `Diagnose and treat within your scope, and refer what needs someone else the same day
Order tests and prescriptions, and follow up until the patient has the result
Write the note while you still remember the visit
Take part in chart reviews with the team`,
    function_role_requirements: `Board-certified nurse practitioner with an unencumbered license in the state where the patients are
Prescriptive authority and a current DEA registration, or in progress
Two years of experience in primary or urgent care`,
    department: 'Medical Group',
    shift: 'Days',
    salary_unit: 'YEAR',
  },
  'medical-assistant': {
    function_role_name: 'Medical Assistant',
    function_role_description: `You'll be the first person patients meet and the last one they ask. Describe the clinic here: its hours, its specialties, and how many people work there.
Say what people can learn, such as phlebotomy or scheduling, and who teaches it.`,
    function_role_responsibilities: `Bring patients in, take vital signs and update medication lists
Prepare rooms and supplies, and assist with procedures
Draw blood, give vaccines and run tests as trained
Answer messages, or find the person who can`,
    function_role_requirements: `Certified or registered medical assistant, or willing to become one within a year
Current BLS certification
Patience with people who are worried or in pain`,
    department: 'Clinic',
    shift: 'Days',
    salary_unit: 'HOUR',
  },
}
