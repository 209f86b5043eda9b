/* Reads the command line. */
#ifndef ARGUMENTS_H
#define ARGUMENTS_H

/* Reads the command line into `asked`. Returns -1, or the exit status with which the program ends at once. */
int arguments_read(int count, char **words);

#endif
