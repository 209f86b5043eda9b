/* Writes Python: the stub file of a definition (python.c), and the module of a typed client (python_client.c). */
#ifndef MOYA_TOOL_PYTHON_H
#define MOYA_TOOL_PYTHON_H

#include "definition.h"
#include "text.h"

/* Writes a text between triple quotes on one line. Writes nothing for "". */
void python_docstring(text *out, const char *indent, const char *words);
/* Returns the text of a module with a typed client. Prints on standard error what the module cannot express. */
const char *python_client(const definition *definition);

#endif
