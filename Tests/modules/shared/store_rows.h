/* Tests what every store must do. */
#ifndef SHARED_STORE_ROWS_H
#define SHARED_STORE_ROWS_H

#include "../../../plugins/shared/store.h"

/* Does a request and waits for its result. */
store_result asked(store *, const store_request *);

/* Runs all rows. `name` names the store in the lines. */
void store_rows(store *, const char *name);

#endif
